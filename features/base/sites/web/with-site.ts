/** The same path with the chosen site in its query. */
export function withSite(path: string, siteId: string): string {
  const [address = '', fragment] = path.split('#', 2);
  const [route = '', search = ''] = address.split('?', 2);
  const query = new URLSearchParams(search);
  query.set('fieldId', siteId);
  return `${route}?${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
