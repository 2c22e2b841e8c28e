// What the page remembers between visits: a value per part, as JSON beside the version of its form. Where storage is
// refused, values last as long as the page.
const VERSION = 1;
const kept = new Map();

/** What the part saved last, or `otherwise`. */
export function load(part, otherwise = {}) {
  try {
    const { version, value } = JSON.parse(localStorage.getItem(`vuelta-${part}`)) ?? {};
    if (version === VERSION && value) return value;
  } catch { /* storage may be forbidden, or hold something else */ }
  return kept.get(part) ?? otherwise;
}

/** Saves what another visit of the part begins with; undefined forgets it. Load it anew before a change: another tab may have saved too. */
export function save(part, value) {
  kept.set(part, value);
  try {
    if (value === undefined) localStorage.removeItem(`vuelta-${part}`);
    else localStorage.setItem(`vuelta-${part}`, JSON.stringify({ version: VERSION, value }));
  } catch { /* full or forbidden */ }
}
