// Keeps the page for use without a network. The build fills in the version and the files; a new version takes over when
// all tabs of the old one are closed, so that no tab mixes two of them.
const VERSION = '@VERSION@';
const FILES = '@FILES@'.split(' ');

addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh)));
});

addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith('vuelta-') && name !== VERSION) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
