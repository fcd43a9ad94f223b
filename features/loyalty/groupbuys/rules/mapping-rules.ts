interface Version {
  version: number;
  fromAt: Date;
}

/**
 * What a code was sold for: the version that held when it could be used for the first time, the first one for codes from
 * before there was any. Where the platform does not tell since when a code can be used, the newest.
 */
export function versionFor<V extends Version>(
  versions: readonly V[],
  validFrom: Date | undefined,
): V | undefined {
  const inOrder = [...versions].sort((one, other) => one.version - other.version);
  if (!validFrom) return inOrder.at(-1);
  return inOrder.findLast(({ fromAt }) => fromAt <= validFrom) ?? inOrder[0];
}
