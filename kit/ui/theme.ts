import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { filledShade, fonts, ink, palette, roles } from '#kit/tokens/tokens.ts';

const tuple = (shades: readonly string[]) => shades as unknown as MantineColorsTuple;

export const theme = createTheme({
  colors: {
    yard: tuple(palette.yard),
    coin: tuple(palette.coin),
    red: tuple(palette.red),
    dark: tuple(palette.dark),
  },
  primaryColor: 'yard',
  // One shade in both schemes: the text on filled buttons is chosen for it once.
  primaryShade: filledShade,
  autoContrast: true,
  luminanceThreshold: 0.2,
  black: ink,
  fontFamily: fonts.plain,
  fontFamilyMonospace: fonts.code,
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

/** What Mantine calls our roles. Its own muted shades miss 4.5:1 on a white page; ours do not. */
const mantineNames = {
  '--mantine-color-body': 'page',
  '--mantine-color-dimmed': 'text-dimmed',
  '--mantine-color-placeholder': 'placeholder',
  '--mantine-color-error': 'danger',
  '--mantine-color-anchor': 'link',
} as const;

const named = (place: 0 | 1) =>
  Object.fromEntries(Object.entries(mantineNames).map(([name, role]) => [name, roles[role][place]]));

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...named(0), '--mantine-color-default': roles.surface[0] },
  dark: named(1),
});
