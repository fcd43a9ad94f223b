import { randomInt } from 'node:crypto';

type Point = readonly [x: number, y: number];

/** Strokes on a grid of 6 × 8. Letters and digits that look alike in a hurry (0 O, 1 I L, 2 Z, 5 S, 8 B…) are left out. */
const glyphs: Record<string, string> = {
  A: '08 30 68|15 55',
  C: '61 40 20 02 06 28 48 67',
  E: '60 00 08 68|04 44',
  F: '60 00 08|04 44',
  H: '00 08|60 68|04 64',
  J: '60 66 48 28 07',
  K: '00 08|60 04 68',
  M: '08 00 35 60 68',
  N: '08 00 68 60',
  P: '08 00 40 61 63 44 04',
  R: '08 00 40 61 63 44 04|34 68',
  T: '00 60|30 38',
  U: '00 06 28 48 66 60',
  V: '00 38 60',
  W: '00 18 33 58 60',
  X: '00 68|60 08',
  Y: '00 34 60|34 38',
  '3': '01 20 40 62 44 66 48 28 07|44 24',
  '4': '48 40 05 65',
  '7': '00 60 28',
  '9': '63 44 24 02 20 40 62 66 48 28 07',
};

export const captchaCharacters = Object.keys(glyphs).join('');
export const captchaLength = 4;

const width = 160;
const height = 56;

/** From 0 to 1; a secure source, because a predictable picture is a known answer. */
const random = () => randomInt(1_000_000) / 1_000_000;
const between = (low: number, high: number) => low + random() * (high - low);
const near = (value: number, spread: number) => value + between(-spread, spread);

function strokesOf(character: string): Point[][] {
  return glyphs[character]!.split('|').map((stroke) =>
    stroke.split(' ').map((pair) => [Number(pair[0]), Number(pair[1])] as const),
  );
}

/** Each point is moved on its own after the whole was turned, slanted and scaled, so no two pictures share a shape. */
function draw(character: string, index: number): string {
  const angle = near(0, 0.32);
  const slant = near(0, 0.3);
  const scaleX = between(3.6, 4.6);
  const scaleY = between(3.6, 4.4);
  const centreX = near(24 + index * 37, 4);
  const centreY = near(height / 2, 5);
  const place = ([x, y]: Point): Point => {
    const left = (x - 3) * scaleX + (y - 4) * slant * scaleY;
    const down = (y - 4) * scaleY;
    return [
      near(centreX + left * Math.cos(angle) - down * Math.sin(angle), 1.3),
      near(centreY + left * Math.sin(angle) + down * Math.cos(angle), 1.3),
    ];
  };
  const colour = `hsl(${randomInt(360)},55%,${randomInt(25, 45)}%)`;
  return strokesOf(character)
    .map((stroke) => {
      const path = stroke.map(place).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
      return `<path d="M${path.join('L')}" stroke="${colour}" stroke-width="${between(2.4, 3.6).toFixed(1)}"/>`;
    })
    .join('');
}

function disturbance(): string {
  const line = () => {
    const points = [0, 1, 2, 3].map(
      (step) => `${near(step * 53, 12).toFixed(0)} ${between(2, height - 2).toFixed(0)}`,
    );
    const colour = `hsl(${randomInt(360)},45%,${randomInt(40, 65)}%)`;
    return `<path d="M${points[0]}C${points.slice(1).join(',')}" stroke="${colour}" stroke-width="${between(1, 2).toFixed(1)}"/>`;
  };
  const dot = () =>
    `<circle cx="${randomInt(width)}" cy="${randomInt(height)}" r="${between(0.6, 1.6).toFixed(1)}" fill="hsl(${randomInt(360)},40%,55%)"/>`;
  return Array.from({ length: 4 }, line).join('') + Array.from({ length: 45 }, dot).join('');
}

/** As pixels: the outline paths of an SVG would give the answer to any program that reads them. */
export async function drawCaptcha(answer: string): Promise<string> {
  const letters = [...answer].map(draw).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="${width}" height="${height}" fill="#f6f4ef"/>${letters}${disturbance()}</svg>`;
  const { default: sharp } = await import('sharp');
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

export const newCaptchaAnswer = () =>
  Array.from({ length: captchaLength }, () => captchaCharacters[randomInt(captchaCharacters.length)]).join(
    '',
  );
