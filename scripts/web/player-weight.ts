import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What a player's page may weigh, in bytes after gzip: its own scripts, those of every page and those of the players' frame. */
export const mostOfPlayerPage = 110 * 1024;

export interface Piece {
  fileName: string;
  /** what it imports at once */
  imports: readonly string[];
  /** the module that a page is loaded by */
  page: string | null;
  isEntry: boolean;
  modules: readonly string[];
  bytes: number;
}

const isPlayerPage = ({ page }: Piece) =>
  page !== null && /\/features\/[^/]+\/[^/]+\/player\/[^/]+\.tsx$/.test(page);
const isFrame = ({ modules }: Piece) => modules.some((id) => id.endsWith('/app/web/player/player-shell.tsx'));

/** Files that are loaded with these: what they import, and what that imports. */
function loadedWith(pieces: ReadonlyMap<string, Piece>, first: readonly Piece[]): Piece[] {
  const loaded = new Set<Piece>(first);
  for (const piece of loaded)
    for (const name of piece.imports) {
      const next = pieces.get(name);
      if (next) loaded.add(next);
    }
  return [...loaded];
}

/** Player pages that are heavier than they may be, each with its largest files. */
export function heavyPages(all: readonly Piece[], most = mostOfPlayerPage): string[] {
  const pieces = new Map(all.map((piece) => [piece.fileName, piece]));
  const always = all.filter((piece) => piece.isEntry || isFrame(piece));
  return all.filter(isPlayerPage).flatMap((page) => {
    const loaded = loadedWith(pieces, [...always, page]);
    const bytes = loaded.reduce((sum, piece) => sum + piece.bytes, 0);
    if (bytes <= most) return [];
    const largest = loaded.sort((a, b) => b.bytes - a.bytes).slice(0, 4);
    const files = largest.map((piece) => `${piece.fileName} ${kib(piece.bytes)}`).join(', ');
    return [`${page.page}: ${kib(bytes)} KiB of ${kib(most)} (${files})`];
  });
}

const kib = (bytes: number) => (bytes / 1024).toFixed(1);

/**
 * Weighs players' pages as they are built. What a page imports is looked at by `npm run lint`; which file a module lies in is
 * known only here: a group of the build that took the back office along was heavy for everybody.
 */
export function playerWeight(): Plugin {
  return {
    name: 'player-weight',
    apply: 'build',
    generateBundle(_, bundle) {
      const pieces = Object.values(bundle).flatMap((part): Piece[] =>
        part.type === 'chunk'
          ? [
              {
                fileName: part.fileName,
                imports: part.imports,
                page: part.isDynamicEntry ? part.facadeModuleId : null,
                isEntry: part.isEntry,
                modules: part.moduleIds,
                bytes: gzipSync(part.code).length,
              },
            ]
          : [],
      );
      if (!pieces.some(isPlayerPage) || !pieces.some(isFrame))
        this.error('no page of players was found in the build: nothing could be weighed');
      const heavy = heavyPages(pieces);
      if (heavy.length > 0) this.error(`too heavy for players:\n${heavy.join('\n')}`);
    },
  };
}
