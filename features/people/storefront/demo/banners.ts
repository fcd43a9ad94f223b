/** Pictures of the demo's shops, drawn by us without words: what is written in a picture has one language. */
const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">';

const ground = (from: string, to: string) =>
  `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="1280" height="720" fill="url(#g)"/>`;

const bear = (x: number, y: number, size: number, coat: string, nose: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle cx="-34" cy="-40" r="20" fill="${coat}"/><circle cx="34" cy="-40" r="20" fill="${coat}"/><ellipse cx="0" cy="70" rx="58" ry="52" fill="${coat}"/><circle r="52" fill="${coat}"/><ellipse cy="14" rx="24" ry="18" fill="${nose}"/><circle cx="-19" cy="-10" r="6" fill="#23302f"/><circle cx="19" cy="-10" r="6" fill="#23302f"/><ellipse cy="7" rx="7" ry="5" fill="#23302f"/></g>`;

const claw = `<path d="M640 0v170" stroke="#dfe7e6" stroke-width="14"/><rect x="596" y="160" width="88" height="46" rx="14" fill="#f6f9f8"/><path d="M612 206c-70 40-86 110-62 160M668 206c70 40 86 110 62 160M640 206v120" fill="none" stroke="#f6f9f8" stroke-width="20" stroke-linecap="round" stroke-linejoin="round"/>`;

const coin = (x: number, y: number, r: number) =>
  `<g transform="translate(${x} ${y})"><circle r="${r}" fill="#e0a11f"/><circle r="${r * 0.84}" fill="#f7cf5b"/><path d="M0 ${-r * 0.5}l${r * 0.15} ${r * 0.33} ${r * 0.36} ${r * 0.04}-${r * 0.27} ${r * 0.25} ${r * 0.07} ${r * 0.36}-${r * 0.31}-${r * 0.18}-${r * 0.31} ${r * 0.18} ${r * 0.07}-${r * 0.36}-${r * 0.27}-${r * 0.25} ${r * 0.36}-${r * 0.04}z" fill="#fff3c4"/></g>`;

const star = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" opacity=".7"/>`;

export const banners = {
  claw: `${head}${ground('#0f8f83', '#0a5f6b')}<circle cx="640" cy="620" r="420" fill="#fff" opacity=".07"/>${bear(250, 560, 1.5, '#f2b632', '#ffe3c2')}${bear(1030, 560, 1.5, '#f7c6d9', '#fff')}${bear(450, 610, 1.3, '#e2725b', '#ffe3c2')}${bear(840, 610, 1.3, '#ffd166', '#fff')}${bear(640, 430, 1.35, '#fff', '#f7c6d9')}${claw}</svg>`,
  coins: `${head}${ground('#f0875f', '#d94f70')}<circle cx="640" cy="360" r="330" fill="#fff" opacity=".1"/>${[
    [300, 520, 84],
    [420, 380, 96],
    [560, 520, 104],
    [640, 300, 132],
    [760, 500, 110],
    [900, 370, 92],
    [1000, 540, 78],
    [220, 250, 46],
    [1080, 200, 52],
  ]
    .map(([x, y, r]) => coin(x as number, y as number, r as number))
    .join('')}</svg>`,
  night: `${head}${ground('#3b3a78', '#1b1d3f')}${Array.from({ length: 46 }, (_, n) => star((n * 277) % 1280, (n * 163) % 470, 2 + (n % 4))).join('')}<circle cx="1020" cy="170" r="78" fill="#ffe9a8"/>${bear(640, 450, 2.1, '#8c6bb8', '#f7c6d9')}${bear(330, 560, 1.3, '#5b7fd1', '#fff')}${bear(950, 560, 1.3, '#6a994e', '#f4e285')}</svg>`,
} as const;
