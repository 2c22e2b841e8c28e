// The module's exports as one function: a question as text, an answer as an object.

/** A question that broke the module's instance, which is of no use afterwards. */
export class Trap extends Error {}

export async function load() {
  const url = new URL('./vuelta_web.wasm', import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch { // a host that does not serve it as application/wasm
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

export async function start(module, progress = () => {}) {
  const host = { now: () => performance.now(), progress };
  const { exports } = await WebAssembly.instantiate(module, { host });
  const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
  const text = (bytes) => new TextDecoder().decode(bytes);
  return (question) => {
    const words = new TextEncoder().encode(question);
    bytes(exports.input(words.length), words.length).set(words);
    let length;
    try {
      length = exports.ask();
    } catch (trap) {
      const message = bytes(exports.answer());
      throw new Trap(text(message.subarray(0, Math.max(0, message.indexOf(0)))).slice(0, 200) || trap.message);
    }
    const answer = JSON.parse(text(bytes(exports.answer(), length)));
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
}
