import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Primary: a deep water green, calm beside red and amber states. Shade 7 carries white text at 6:1. */
const yard: MantineColorsTuple = [
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
const coin: MantineColorsTuple = [
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
const red: MantineColorsTuple = [
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
const dark: MantineColorsTuple = [
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

export const theme = createTheme({
  colors: { yard, coin, red, dark },
  primaryColor: 'yard',
  // One shade in both schemes: the text on filled buttons is chosen for it once.
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.2,
  black: '#16211f',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Modal: { defaultProps: { centered: true }, styles: { header: { background: 'var(--surface)' } } },
    Drawer: { styles: { header: { background: 'var(--surface)' } } },
    Paper: { defaultProps: { bg: 'var(--surface)' } },
  },
});

/** Mantine's muted shades miss 4.5:1 on a white page; these do not. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {
    '--desk-width': '1024px',
    '--touch-target': '44px',
  },
  light: {
    '--mantine-color-body': '#f6f8f8',
    '--mantine-color-default': '#ffffff',
    '--surface': '#ffffff',
    '--surface-sunken': '#eef2f2',
    '--hairline': '#dde4e3',
    '--mantine-color-dimmed': '#566366',
    '--mantine-color-placeholder': '#6a777a',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-yard-7)',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-8)',
    '--surface': 'var(--mantine-color-dark-7)',
    '--surface-sunken': 'var(--mantine-color-dark-9)',
    '--hairline': 'var(--mantine-color-dark-5)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': '#8c9a9d',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-yard-3)',
  },
});
