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

/** Surfaces of the dark scheme lean to the primary hue. */
const dark: Shades = [
  '#dde4e5',
  '#b9c4c6',
  '#9aa8ab',
  '#728286',
  '#3f4c50',
  '#323d41',
  '#273135',
  '#1b2427',
  '#141b1e',
  '#0e1416',
];

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
  page: ['#f6f8f8', dark[8]],
  surface: ['#ffffff', dark[7]],
  'surface-sunken': ['#eef2f2', dark[9]],
  hairline: ['#dde4e3', dark[5]],
  text: [ink, dark[0]],
  'text-dimmed': ['#566366', dark[2]],
  placeholder: ['#6a777a', '#8c9a9d'],
  link: [yard[7], yard[3]],
  danger: [red[9], red[4]],
  filled: [yard[7], yard[4]],
  'on-filled': ['#ffffff', dark[9]],
  focus: [coin[6], coin[4]],
  /** players' pages are warmer than the office */
  'player-page': ['#fbf6ec', '#17191a'],
  'player-sunken': ['#f3ecde', '#0f1112'],
  'player-line': ['#e9e0cf', dark[5]],
  'player-glow': [coin[1], '#3a2f17'],
  'good-back': [yard[1], '#12322f'],
  'good-text': [yard[8], yard[3]],
  'warn-back': [coin[1], '#3a2d0e'],
  'warn-text': [coin[9], coin[3]],
  'bad-back': [red[1], '#3f1b19'],
  'bad-text': [red[9], red[3]],
} as const satisfies Record<string, readonly [light: string, dark: string]>;
export type Role = keyof typeof roles;

export const touchTarget = '44px';
export const deskWidth = '1024px';

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

export const radius = { field: '10px', card: 'max(0.28rem, 14px)', pill: '999px' } as const;
