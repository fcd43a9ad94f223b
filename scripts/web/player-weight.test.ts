import { expect, it } from 'vitest';
import { heavyPages, type Piece } from './player-weight.ts';

const piece = (fileName: string, more: Partial<Piece>): Piece => ({
  fileName,
  imports: [],
  page: null,
  isEntry: false,
  modules: [],
  bytes: 10,
  ...more,
});
const built = (coreBytes: number): Piece[] => [
  piece('main.js', { isEntry: true, imports: ['core.js'] }),
  piece('core.js', { bytes: coreBytes, imports: ['main.js'] }),
  piece('player.js', { modules: ['/house/app/web/player/player-shell.tsx'] }),
  piece('packet.js', {
    page: '/house/features/loyalty/redpackets/player/packet-page.tsx',
    imports: ['parts.js'],
  }),
  piece('parts.js', {}),
  piece('office.js', { page: '/house/features/loyalty/redpackets/web/list.tsx', bytes: 900 }),
];

it('weighs a page of players with what every page and the frame bring along', () => {
  expect(heavyPages(built(20), 70)).toEqual([]);
  expect(heavyPages(built(31), 70)).toHaveLength(1);
});

it('names the page and its largest file', () => {
  expect(heavyPages(built(2048), 1024)[0]).toMatch(/packet-page\.tsx: 2\.0 KiB of 1\.0 \(core\.js 2\.0/);
});
