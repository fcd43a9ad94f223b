/**
 * Colour, space and type of both sides. Mantine's theme reads them here (kit/ui/theme.ts); everything else reads the style
 * sheet made of them (token-sheet.ts), which every page has.
 */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/** Primary: a deep water green, calm beside red and amber states. Shade 7 carries white text at 6:1. */
const yard: Shades = [
  '#eef8f7',
  '#d8edeb',
  '#b1dad6',
  '#86c6c1',
  '#61b3ad',
  '#40a098',
  '#25877f',
  '#0f6f69',
  '#0b5a55',
  '#084642',
];

/** Accent: the coin. For marks and highlights, never for text on white below shade 8. */
const coin: Shades = [
  '#fff8e7',
  '#ffedc4',
  '#fddb8a',
  '#fac957',
  '#f6b93a',
  '#eda71d',
  '#cf8a08',
  '#a86c00',
  '#855400',
  '#654000',
];

/** Mantine's own red is too light under white text; this one reaches 5:1 at the filled shade. */
const red: Shades = [
  '#fff1f0',
  '#ffdfdc',
  '#ffbfba',
  '#ff9b93',
  '#f97b71',
  '#ea5d53',
  '#d8453b',
  '#c12f28',
  '#a3251f',
  '#861d18',
];

/** Surfaces of the dark scheme lean to the primary hue, and the higher something lies the lighter it is. */
const dark: Shades = [
  '#e3eaeb',
  '#c1cccf',
  '#9fadb1',
  '#77888d',
  '#4a5a60',
  '#3a494f',
  '#2c393e',
  '#202b2f',
  '#141c1f',
  '#0e1416',
];

/** The accent of the dark scheme: the primary hue, lit. */
const mint = '#5cdcc6';

export const palette = { yard, coin, red, dark } as const;
export const ink = '#16211f';
/** In which shade of the palette buttons are filled, in both schemes. */
export const filledShade = 7;

export const fonts = {
  plain:
    'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
} as const;

/** What colours are for, light and dark. Texts reach 4.5:1 on page and surface of their scheme. */
export const roles = {
  page: ['#f4f7f6', dark[8]],
  surface: ['#ffffff', dark[7]],
  'surface-sunken': ['#eaf0ef', '#192225'],
  'surface-raised': ['#ffffff', dark[6]],
  hairline: ['#dde4e3', dark[5]],
  text: [ink, dark[0]],
  'text-dimmed': ['#536063', '#a9b6b9'],
  placeholder: ['#6a777a', '#9aa8ac'],
  link: [yard[7], mint],
  danger: [red[9], red[3]],
  filled: [yard[7], mint],
  'filled-hover': [yard[8], '#7be6d4'],
  'on-filled': ['#ffffff', '#06201d'],
  focus: [coin[6], coin[4]],
  /** where the figure of the day stands: deep water, gold coins */
  'band-from': ['#0b4f4b', '#123b39'],
  'band-to': ['#06332f', '#0c2a29'],
  'band-text': ['#ffffff', '#ffffff'],
  'band-dimmed': ['#b5dcd7', '#a5cdc8'],
  'band-line': ['#2a6c67', '#2b5c58'],
  gold: [coin[3], coin[3]],
  /** charts: teal, gold, ink; told apart by lightness, so by colour-blind people too */
  'chart-1': [yard[6], '#2fae9c'],
  'chart-2': [coin[5], coin[3]],
  'chart-3': ['#3a4b52', '#f0f4f4'],
  'chart-4': [yard[3], yard[3]],
  'chart-5': ['#9aa9ad', '#7d8d92'],
  'chart-6': ['#b4563a', '#e39a7c'],
  'chart-track': ['#e6eeed', dark[6]],
  /** machines under the dome */
  'drawing-frame': [yard[7], '#6fd3c3'],
  'drawing-glass': ['#e3f3f0', '#17403d'],
  'drawing-prize': [yard[3], '#3f9a8e'],
  'drawing-glow': ['#fff1c9', '#54471a'],
  'drawing-off': ['#93a0a4', dark[3]],
  'drawing-off-prize': ['#c3cdcf', dark[4]],
  /** players' pages are warmer than the office */
  'player-page': ['#fbf6ec', '#17191a'],
  'player-sunken': ['#f3ecde', '#0f1112'],
  'player-line': ['#e9e0cf', dark[5]],
  'player-glow': [coin[1], '#3a2f17'],
  'good-back': [yard[1], '#123f3a'],
  'good-text': [yard[8], '#8be7d8'],
  'warn-back': [coin[1], '#2e3a40'],
  'warn-text': [coin[9], coin[3]],
  'warn-line': [coin[5], coin[4]],
  'bad-back': [red[1], '#4b2130'],
  'bad-text': [red[9], '#ffb9b3'],
  'bad-line': [red[6], '#ff7f78'],
  'info-back': ['#e3eefb', '#1d3a52'],
  'info-text': ['#174a7c', '#b5dbff'],
  'quiet-back': ['#e6ecec', dark[5]],
  'quiet-text': ['#3d4a4d', dark[0]],
} as const satisfies Record<string, readonly [light: string, dark: string]>;
export type Role = keyof typeof roles;

/** What lies on the page is set off by light, not by a line: a soft shadow by day; by night the surface itself is lighter. */
export const lift = [
  '0 1px 2px rgb(6 51 47 / 0.06), 0 4px 16px rgb(6 51 47 / 0.05)',
  '0 1px 2px rgb(0 0 0 / 0.4)',
] as const;

export const touchTarget = '44px';
export const deskWidth = '1024px';
/** How wide a page of the office grows on a desk. */
export const contentWidth = '1320px';

/** Players' pages count in rem of a 750-wide design (100 design pixels are 1rem) and never fall below what can be read. */
export const space = {
  1: 'max(0.08rem, 4px)',
  2: 'max(0.16rem, 8px)',
  3: 'max(0.24rem, 12px)',
  4: 'max(0.32rem, 16px)',
  5: 'max(0.48rem, 24px)',
  6: 'max(0.72rem, 36px)',
} as const;

export const type = {
  small: 'max(0.26rem, 13px)',
  body: 'max(0.3rem, 15px)',
  large: 'max(0.34rem, 17px)',
  title: 'max(0.44rem, 22px)',
  amount: 'max(1rem, 48px)',
} as const;

/** The one size of a figure that people came for, in the office. */
export const heroSize = 'clamp(40px, 5vw, 52px)';

export const radius = { field: '10px', card: 'max(0.28rem, 14px)', pill: '999px' } as const;
