import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import { type Feature, permissionCatalogue, screenPermission } from '#kit/contract/feature.ts';
import {
  areaIcons,
  isTab,
  type MenuArea,
  type MenuPlace,
  type MenuRoot,
  menuAreas,
  type Screen,
} from '#kit/contract/screen.ts';
import { mayUse, type StaffSession } from '#kit/server/session.ts';
import type { MenuNode } from '../contract/menu.ts';
import type { TreeNode } from '../contract/shared.ts';
import { isOwner } from './rights.ts';

type Say = (key: string) => string;
type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> };

const roots: readonly MenuRoot[] = ['sy', 'cpdt', 'my'];
const groupMark = 'group:';
/** Where the rights of a feature without any menu entry stand. */
const restArea = 'other' as const;

export const isGroupNode = (id: string) => id.startsWith(groupMark);

const menuScreens = (feature: Feature): MenuScreen[] =>
  feature.screens.filter((screen): screen is MenuScreen => screen.menu !== undefined);

function mayOpen(session: StaffSession, feature: Feature, screen: Screen): boolean {
  const permission = screenPermission(feature, screen);
  return permission === undefined || mayUse(session, permission);
}

interface Entry {
  feature: Feature;
  screen: MenuScreen;
  /** the place of the entry whose tab it is, or its own */
  place: MenuPlace;
  /** the entry whose tab it is, or itself */
  family: string;
}

/** Entries of the menu and their tabs, wherever they are declared. */
function entriesOf(features: readonly Feature[]): Entry[] {
  const all = features.flatMap((feature) => menuScreens(feature).map((screen) => ({ feature, screen })));
  const places = new Map(
    all.flatMap(({ screen: { path, menu } }) => (isTab(menu) ? [] : [[path as string, menu]])),
  );
  return all.flatMap(({ feature, screen }) => {
    const family = isTab(screen.menu) ? screen.menu.tabOf : screen.path;
    const place = places.get(family);
    return place ? [{ feature, screen, place, family }] : [];
  });
}

const visibleEntries = (features: readonly Feature[], session: StaffSession): Entry[] =>
  entriesOf(features).filter(({ feature, screen }) => mayOpen(session, feature, screen));

const node = (fields: Pick<MenuNode, 'id' | 'parentId' | 'code' | 'name'> & Partial<MenuNode>): MenuNode => ({
  alias: fields.code,
  path: '',
  source: '',
  sort: 0,
  category: 1,
  action: 0,
  isOpen: 1,
  hasChildren: (fields.children?.length ?? 0) > 0,
  ...fields,
});

const bySort = (a: MenuNode, b: MenuNode) => a.sort - b.sort || (a.id < b.id ? -1 : 1);

/** The alias is the page's own title, also where the entry goes by the name of its family. */
function screenNode({ feature, screen }: Entry, say: Say, parentId: string): MenuNode {
  const title = say(`${feature.name}:screen.${screen.title}`);
  return node({
    id: screen.path,
    parentId,
    code: screen.path.slice(1),
    name: title,
    alias: title,
    path: screen.path,
    source: screen.menu.icon,
    sort: screen.menu.sort,
  });
}

const withChildren = (parent: MenuNode, children: MenuNode[]): MenuNode =>
  children.length > 0 ? { ...parent, hasChildren: true, children } : parent;

/** The entry before its tabs, and these in their order. */
const byTab = (a: Entry, b: Entry) =>
  Number(isTab(a.screen.menu)) - Number(isTab(b.screen.menu)) || a.screen.menu.sort - b.screen.menu.sort;

/** An entry with its tabs inside; who may not open the entry itself has its first tab there. */
function familyNode(
  members: readonly Entry[],
  say: Say,
  parentId: string,
  buttonsOf: (entry: Entry) => MenuNode[],
): MenuNode {
  const [first, ...others] = [...members].sort(byTab);
  const { family, sort } = first!.place;
  const entry = screenNode(first!, say, parentId);
  const tabs = others.map((tab) => withChildren(screenNode(tab, say, entry.id), buttonsOf(tab)));
  const named = family && tabs.length > 0 ? { name: say(`kit:family.${family}`) } : {};
  return withChildren({ ...entry, ...named, sort }, [...buttonsOf(first!), ...tabs]);
}

/**
 * The roots are always there, in the wire's order; areas and screens only where something is left in them. Clients
 * make a route of every node: roots and areas have paths that no screen has.
 */
function buildMenu(entries: readonly Entry[], say: Say, buttonsOf: (entry: Entry) => MenuNode[]): MenuNode[] {
  return roots.map((root, index) => {
    const areas = Map.groupBy(
      entries.filter(({ place }) => place.root === root),
      ({ place }) => place.area,
    );
    const children = [...areas].map(([area, inside]) => {
      const id = `${root}.${area}`;
      const families = [...Map.groupBy(inside, ({ family }) => family).values()];
      return node({
        id,
        parentId: root,
        code: area,
        name: say(`kit:menu.${area}`),
        path: `/${root}/${area}`,
        source: areaIcons[area],
        sort: menuAreas.indexOf(area),
        children: families.map((members) => familyNode(members, say, id, buttonsOf)).sort(bySort),
      });
    });
    return node({
      id: root,
      parentId: '0',
      code: root,
      name: say(`kit:menu.${root}`),
      path: `/${root}`,
      sort: index + 1,
      ...(children.length > 0 ? { children: children.sort(bySort) } : {}),
    });
  });
}

export const menuOf = (features: readonly Feature[], session: StaffSession, say: Say): MenuNode[] =>
  buildMenu(visibleEntries(features, session), say, () => []);

/**
 * The same menu with every path below its parent's: routers of standard clients join them, or refuse a child that does
 * not begin with its parent. `pageOfMenuPath` leads from there to the page.
 */
export const nestedPaths = (nodes: readonly MenuNode[], parent = ''): MenuNode[] =>
  nodes.map((one) => {
    const path = one.path === '' || one.path.startsWith(`${parent}/`) ? one.path : parent + one.path;
    return { ...one, path, ...(one.children && { children: nestedPaths(one.children, path) }) };
  });

/** `/api/blade-system/role/` of `/api/blade-system/role/list`: calls about one thing share it. */
const resourceOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * The menu entry a right belongs to, of those the caller can open: the one it guards, else one about the same thing,
 * else the feature's first.
 */
function homeOf(
  features: readonly Feature[],
  entries: readonly Entry[],
  permission: string,
): Entry | undefined {
  const entriesOfFeature = (name: string | undefined) =>
    entries.filter(({ feature }) => feature.knownAs === name);
  const [owner] = permission.split('.', 1);
  const own = entriesOfFeature(owner);
  if (own.length === 0) return entriesOfFeature(features.find(({ name }) => name === owner)?.beside)[0];
  const resources = new Set(
    features
      .filter(({ knownAs }) => knownAs === owner)
      .flatMap(({ endpoints }) => Object.values(endpoints))
      .filter(({ access }) => isPermission(access) && access.permission === permission)
      .map(({ path }) => resourceOf(path)),
  );
  const needed = ({ feature, screen }: Entry) => (screen.needs ? feature.endpoints[screen.needs] : undefined);
  return (
    own.find(({ feature, screen }) => screenPermission(feature, screen)?.permission === permission) ??
    own.find((entry) => resources.has(resourceOf(needed(entry)?.path ?? ''))) ??
    own[0]
  );
}

const changes = (endpoint: AnyEndpoint) => endpoint.changes;

const nameOf = (say: Say, permission: string) => {
  const [feature, right] = permission.split('.', 2);
  return say(`${feature}:permission.${right}`);
};

/** The rights of the caller's realm that the caller holds; those that only look come before those that change. */
const heldRights = (features: readonly Feature[], session: StaffSession): string[] =>
  permissionCatalogue(features)
    .filter((entry) => entry.realms.includes(session.realm))
    .sort((a, b) => Number(a.endpoints.some(changes)) - Number(b.endpoints.some(changes)))
    .map((entry) => entry.permission)
    .filter((key) => isOwner(session.userType) || session.permissions.has(key));

export function buttonsOf(features: readonly Feature[], session: StaffSession, say: Say): MenuNode[] {
  const entries = visibleEntries(features, session);
  const rightsOf = Map.groupBy(
    heldRights(features, session),
    (permission) => homeOf(features, entries, permission)?.screen.path,
  );
  const buttons = (entry: Entry) =>
    (rightsOf.get(entry.screen.path) ?? []).map((permission, index) =>
      node({
        id: `${entry.screen.path}:${permission}`,
        parentId: entry.screen.path,
        code: permission,
        name: nameOf(say, permission),
        category: 2,
        sort: index + 1,
      }),
    );
  return buildMenu(entries, say, buttons);
}

export function grantTreeOf(features: readonly Feature[], session: StaffSession, say: Say): TreeNode[] {
  const entries = visibleEntries(features, session);
  const areas = Map.groupBy<MenuArea | typeof restArea, string>(
    heldRights(features, session),
    (permission) => homeOf(features, entries, permission)?.place.area ?? restArea,
  );
  const ordered = [...menuAreas, restArea].flatMap((area) => {
    const members = areas.get(area);
    return members ? [{ area, members }] : [];
  });
  return ordered.map(({ area, members }) => {
    const id = `${groupMark}${area}`;
    const leaf = (permission: string): TreeNode => ({
      id: permission,
      parentId: id,
      title: nameOf(say, permission),
      key: permission,
      value: permission,
      hasChildren: false,
    });
    return {
      id,
      parentId: '0',
      title: say(`kit:menu.${area}`),
      key: id,
      value: id,
      hasChildren: true,
      children: members.map(leaf),
    };
  });
}
