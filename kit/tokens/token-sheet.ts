import {
  contentWidth,
  deskWidth,
  fonts,
  heroSize,
  lift,
  palette,
  radius,
  roles,
  space,
  touchTarget,
  type,
} from './tokens.ts';

const rule = (selector: string, lines: readonly string[]) => `${selector} {\n  ${lines.join('\n  ')}\n}\n`;
const named = (prefix: string, values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `--${prefix}-${name}: ${value};`);

function scheme(name: 'light' | 'dark'): string {
  const place = name === 'light' ? 0 : 1;
  return rule(`html[data-mantine-color-scheme="${name}"]`, [
    `color-scheme: ${name};`,
    ...Object.entries(roles).map(([role, pair]) => `--${role}: ${pair[place]};`),
    `--lift: ${lift[place]};`,
    'background: var(--page);',
  ]);
}

/** The tokens as custom properties: `--yard-7`, `--surface`, `--space-3`, `--type-title`. */
export const tokenSheet = (): string =>
  [
    rule(':root', [
      ...Object.entries(palette).flatMap(([name, shades]) =>
        shades.map((shade, place) => `--${name}-${place}: ${shade};`),
      ),
      ...named('space', space),
      ...named('type', type),
      ...named('radius', radius),
      `--font-plain: ${fonts.plain};`,
      `--font-code: ${fonts.code};`,
      `--hero-size: ${heroSize};`,
      `--touch-target: ${touchTarget};`,
      `--desk-width: ${deskWidth};`,
      `--content-width: ${contentWidth};`,
    ]),
    scheme('light'),
    scheme('dark'),
  ].join('\n');
