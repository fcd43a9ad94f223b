/** Groups of pages that go by a second address; their screens are declared once, in whichever feature they belong to. */
const secondAddresses = { '/integralStore': '/integralStore2' } as const;

const isIn = (path: string, group: string) => path === group || /^[/?#]/.test(path.slice(group.length));

const moved = (path: string, from: string, to: string): string | undefined =>
  path.startsWith(from) && isIn(path, from) ? `${to}${path.slice(from.length)}` : undefined;

/** The other address of a page that has two. */
export function secondAddressOf(path: string): `/${string}` | undefined {
  for (const [first, second] of Object.entries(secondAddresses)) {
    const other = moved(path, first, second);
    if (other) return other as `/${string}`;
  }
  return undefined;
}

/** Pages link to each other by the first address: a reader who came by the second one stays under it. */
export function stayUnder(pathname: string, to: string): string {
  for (const [first, second] of Object.entries(secondAddresses))
    if (pathname.startsWith(second) && isIn(pathname, second)) return moved(to, first, second) ?? to;
  return to;
}
