type Path = `/${string}`;

/** Standard clients of this family know some calls under the name of another module: ours first, theirs second. */
const otherNames: readonly (readonly [ours: Path, theirs: Path])[] = [
  ['/api/blade-user/', '/api/blade-system/user/'],
  ['/api/blade-system/dict-biz/', '/api/blade-system/dict/'],
];

/** Every path a call answers to, the declared one first. */
export const pathsOf = (path: Path): Path[] => [
  path,
  ...otherNames.flatMap(([ours, theirs]) =>
    path.startsWith(ours) ? [`${theirs}${path.slice(ours.length)}` as Path] : [],
  ),
];
