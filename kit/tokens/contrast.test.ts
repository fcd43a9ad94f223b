import { expect, it } from 'vitest';
import { type Role, roles } from './tokens.ts';

const light = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    light(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const pages: readonly Role[] = ['page', 'surface', 'surface-raised', 'surface-sunken'];
const bands: readonly Role[] = ['band-from', 'band-to'];
const texts: readonly (readonly [text: Role, on: readonly Role[]])[] = [
  ['text', pages],
  ['text-dimmed', pages],
  ['link', ['page', 'surface', 'surface-raised']],
  ['danger', ['page', 'surface', 'surface-raised']],
  ['placeholder', ['surface', 'surface-raised']],
  ['on-filled', ['filled', 'filled-hover']],
  ['band-text', bands],
  ['band-dimmed', bands],
  ['gold', bands],
  ['good-text', ['good-back']],
  ['warn-text', ['warn-back']],
  ['bad-text', ['bad-back']],
  ['info-text', ['info-back']],
  ['quiet-text', ['quiet-back']],
];
const schemes = [
  ['light', 0],
  ['dark', 1],
] as const;
const pairs = schemes.flatMap(([scheme, place]) =>
  texts.flatMap(([text, backs]) => backs.map((back) => ({ scheme, place, text, back }))),
);

it.each(pairs)('$text reads on $back in the $scheme scheme', ({ place, text, back }) => {
  expect(contrast(roles[text][place], roles[back][place])).toBeGreaterThanOrEqual(4.5);
});

it.each(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'] as const)(
  '%s does not sink into a dark card',
  (role) => expect(contrast(roles[role][1], roles.surface[1])).toBeGreaterThanOrEqual(3),
);

it.each(schemes)('charts are told apart by lightness alone in the %s scheme', (_name, place) => {
  const [teal, gold, ink] = (['chart-1', 'chart-2', 'chart-3'] as const).map((role) => roles[role][place]);
  for (const [one, other] of [
    [teal, gold],
    [gold, ink],
    [teal, ink],
  ] as const)
    expect(contrast(one as string, other as string)).toBeGreaterThan(1.3);
});
