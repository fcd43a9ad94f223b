/** Pictures of the demo's made-up goods, drawn by us: a shape, two colours and a soft ground. */
const shapes = {
  bottle: (a: string, b: string) =>
    `<rect x="70" y="22" width="20" height="16" rx="4" fill="${b}"/><path d="M66 40h28l6 20v70a8 8 0 0 1-8 8H68a8 8 0 0 1-8-8V60z" fill="${a}"/><rect x="60" y="78" width="40" height="34" fill="#fff" opacity=".85"/><circle cx="80" cy="95" r="10" fill="${b}"/>`,
  can: (a: string, b: string) =>
    `<rect x="54" y="30" width="52" height="104" rx="10" fill="${a}"/><rect x="60" y="24" width="40" height="10" rx="4" fill="#c9d2d6"/><path d="M54 96q26-26 52 0v20H54z" fill="${b}"/><circle cx="80" cy="66" r="12" fill="#fff" opacity=".85"/>`,
  bag: (a: string, b: string) =>
    `<path d="M48 34l6-8 6 8 7-8 6 8 7-8 6 8 7-8 6 8 7-8 6 8-4 100H52z" fill="${a}"/><ellipse cx="80" cy="84" rx="24" ry="18" fill="#fff" opacity=".9"/><path d="M66 84q14-16 28 0-14 14-28 0z" fill="${b}"/>`,
  bar: (a: string, b: string) =>
    `<rect x="28" y="60" width="104" height="42" rx="6" fill="${a}"/><path d="M28 60l-8 7 8 7-8 7 8 7-8 7 8 7zM132 60l8 7-8 7 8 7-8 7 8 7-8 7z" fill="${a}"/><rect x="46" y="72" width="68" height="18" rx="9" fill="${b}"/>`,
  box: (a: string, b: string) =>
    `<path d="M36 56l44-20 44 20v58l-44 20-44-20z" fill="${a}"/><path d="M36 56l44 20 44-20-44-20z" fill="#fff" opacity=".35"/><path d="M80 84l6 13 14 1-11 9 4 14-13-8-13 8 4-14-11-9 14-1z" fill="${b}"/>`,
  plush: (a: string, b: string) =>
    `<circle cx="54" cy="46" r="15" fill="${a}"/><circle cx="106" cy="46" r="15" fill="${a}"/><circle cx="80" cy="66" r="36" fill="${a}"/><ellipse cx="80" cy="118" rx="38" ry="24" fill="${a}"/><ellipse cx="80" cy="76" rx="16" ry="12" fill="${b}"/><circle cx="67" cy="58" r="4.5" fill="#23302f"/><circle cx="93" cy="58" r="4.5" fill="#23302f"/><ellipse cx="80" cy="71" rx="5" ry="3.5" fill="#23302f"/>`,
  ring: (a: string, b: string) =>
    `<circle cx="80" cy="44" r="20" fill="none" stroke="#b9a15a" stroke-width="7"/><path d="M80 62v14" stroke="#b9a15a" stroke-width="5"/><path d="M80 134l-30-30a18 18 0 0 1 30-20 18 18 0 0 1 30 20z" fill="${a}"/><circle cx="70" cy="100" r="6" fill="${b}"/>`,
  lipstick: (a: string, b: string) =>
    `<path d="M68 62V40l24-14v36z" fill="${a}"/><rect x="64" y="60" width="32" height="24" fill="#d8b765"/><rect x="58" y="82" width="44" height="54" rx="4" fill="${b}"/>`,
  gadget: (a: string, b: string) =>
    `<rect x="50" y="28" width="60" height="104" rx="16" fill="${a}"/><circle cx="80" cy="64" r="18" fill="${b}"/><rect x="64" y="98" width="32" height="8" rx="4" fill="#fff" opacity=".8"/><circle cx="80" cy="118" r="4" fill="#fff" opacity=".8"/>`,
  cup: (a: string, b: string) =>
    `<path d="M54 44h52l-6 88a8 8 0 0 1-8 6H68a8 8 0 0 1-8-6z" fill="${a}"/><rect x="48" y="32" width="64" height="14" rx="6" fill="${b}"/><path d="M57 84h46l-2 26H59z" fill="#fff" opacity=".8"/>`,
  card: (a: string, b: string) =>
    `<g transform="rotate(-9 80 84)"><rect x="22" y="46" width="116" height="76" rx="10" fill="${a}"/><rect x="22" y="60" width="116" height="14" fill="#23302f" opacity=".35"/><path d="M112 84l4 9 10 1-8 6 3 10-9-6-9 6 3-10-8-6 10-1z" fill="${b}"/><rect x="34" y="88" width="40" height="6" rx="3" fill="#fff" opacity=".8"/><rect x="34" y="102" width="26" height="6" rx="3" fill="#fff" opacity=".6"/></g>`,
} satisfies Record<string, (a: string, b: string) => string>;

export type DemoShape = keyof typeof shapes;

/** Colours that stand beside each other; the ground is the first of them, very light. */
const palettes = [
  ['#0f8f83', '#f2b632'],
  ['#e2725b', '#ffe3c2'],
  ['#5b7fd1', '#ffd166'],
  ['#8c6bb8', '#f7c6d9'],
  ['#d94f70', '#2f3b52'],
  ['#6a994e', '#f4e285'],
] as const;

export function drawDemoPicture(shape: DemoShape, palette: number): string {
  const [a, b] = palettes[palette % palettes.length] as (typeof palettes)[number];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="240" height="240"><rect width="160" height="160" fill="#fff"/><rect width="160" height="160" fill="${a}" opacity=".12"/><ellipse cx="80" cy="143" rx="46" ry="7" fill="#23302f" opacity=".15"/>${shapes[shape](a, b)}</svg>`;
}
