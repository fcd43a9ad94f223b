import type { Values } from '#kit/pages/form-state.ts';

interface Written {
  address: string | undefined;
  /** the district that the address names */
  named?: string | undefined;
}

/** A whole address brings its district along, unless the person chose another one. */
export function writeAddress(value: unknown, { regionCode, namedRegion }: Values): Values {
  const { address, named } = value as Written;
  const chosen = regionCode !== undefined && regionCode !== namedRegion;
  return { address, ...(named && !chosen && { regionCode: named, namedRegion: named }) };
}
