import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { filledShade, fonts, ink, palette, roles } from '#kit/tokens/tokens.ts';

const tuple = (shades: readonly string[]) => shades as unknown as MantineColorsTuple;

interface Coloured {
  color?: string;
  variant?: string;
}

export const theme = createTheme({
  colors: {
    yard: tuple(palette.yard),
    coin: tuple(palette.coin),
    red: tuple(palette.red),
    dark: tuple(palette.dark),
  },
  primaryColor: 'yard',
  primaryShade: filledShade,
  // The library chooses the text on a filled button once; ours is white on deep green by day and ink on mint by night.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input);
    const own = input.variant === 'filled' && (input.color ?? input.theme.primaryColor) === 'yard';
    return own ? { ...colours, color: 'var(--on-filled)' } : colours;
  },
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
    // white on deep green by day, ink on mint by night: these pieces would be white in both (named, not imported: the log-in has none of them)
    Chip: {
      vars: (_theme: unknown, { color, variant }: Coloured) => ({
        root: color || variant ? {} : { '--chip-color': 'var(--on-filled)' },
      }),
    },
    Checkbox: {
      vars: (_theme: unknown, { color }: Coloured) => ({
        root: color ? {} : { '--checkbox-icon-color': 'var(--on-filled)' },
      }),
    },
    Radio: {
      vars: (_theme: unknown, { color }: Coloured) => ({
        root: color ? {} : { '--radio-icon-color': 'var(--on-filled)' },
      }),
    },
    Pagination: {
      vars: () => ({ root: { '--pagination-active-color': 'var(--on-filled)' } }),
    },
    Anchor: { defaultProps: { underline: 'hover' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Modal: { defaultProps: { centered: true }, styles: { header: { background: 'var(--surface)' } } },
    Drawer: { styles: { header: { background: 'var(--surface)' } } },
    // set off by light; the line is only there for people who ask for more contrast (base.css)
    Paper: {
      defaultProps: { bg: 'var(--surface)' },
      styles: { root: { '--paper-border-color': 'transparent', boxShadow: 'var(--lift)' } },
    },
    Alert: { styles: { root: { borderInlineStart: '4px solid currentColor' } } },
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

/** Filled and tinted surfaces: the same roles as everywhere, so that a warning is not brown by night. */
const coloured = {
  '--mantine-primary-color-filled': 'var(--filled)',
  '--mantine-primary-color-filled-hover': 'var(--filled-hover)',
  '--mantine-primary-color-contrast': 'var(--on-filled)',
  '--mantine-color-yard-filled': 'var(--filled)',
  '--mantine-color-yard-filled-hover': 'var(--filled-hover)',
  '--mantine-color-yard-light': 'var(--good-back)',
  '--mantine-color-yard-light-color': 'var(--good-text)',
  '--mantine-primary-color-light': 'var(--good-back)',
  '--mantine-primary-color-light-color': 'var(--good-text)',
  '--mantine-color-coin-light': 'var(--warn-back)',
  '--mantine-color-coin-light-color': 'var(--warn-text)',
  '--mantine-color-red-light': 'var(--bad-back)',
  '--mantine-color-red-light-color': 'var(--bad-text)',
};

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...named(0), ...coloured, '--mantine-color-default': roles.surface[0] },
  dark: { ...named(1), ...coloured },
});
