import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import { type Feature, permissionCatalogue, screenPermission } from '#kit/contract/feature.ts';
import { type MenuGroup, type MenuRoot, menuGroups, type Screen } from '#kit/contract/screen.ts';
import { mayUse, type StaffSession } from '#kit/server/session.ts';
import type { MenuNode } from '../contract/menu.ts';
import type { TreeNode } from '../contract/shared.ts';
import { isOwner } from './rights.ts';

type Say = (key: string) => string;
type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> };

const roots: readonly MenuRoot[] = ['sy', 'cpdt', 'my'];
const groupMark = 'group:';
/** Where the rights of a feature without any menu entry stand. */
const restGroup = 'other' as const;

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
}

const visibleEntries = (features: readonly Feature[], session: StaffSession): Entry[] =>
  features.flatMap((feature) =>
    menuScreens(feature)
      .filter((screen) => mayOpen(session, feature, screen))
      .map((screen) => ({ feature, screen })),
  );

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

function screenNode(entry: Entry, say: Say, parentId: string, buttons: MenuNode[]): MenuNode {
  const { feature, screen } = entry;
  return node({
    id: screen.path,
    parentId,
    code: screen.path.slice(1),
    name: say(`${feature.name}:screen.${screen.title}`),
    alias: screen.title,
    path: screen.path,
    source: screen.menu.icon,
    sort: screen.menu.sort,
    ...(buttons.length > 0 ? { children: buttons } : {}),
  });
}

/**
 * The roots are always there, in the wire's order; groups and screens only where something is left in them. Clients
 * make a route of every node: roots and groups have paths that no screen has.
 */
function buildMenu(entries: readonly Entry[], say: Say, buttonsOf: (entry: Entry) => MenuNode[]): MenuNode[] {
  return roots.map((root, index) => {
    const groups = Map.groupBy(
      entries.filter(({ screen }) => screen.menu.root === root),
      ({ screen }) => screen.menu.group,
    );
    const children = [...groups].map(([group, members]) => {
      const id = `${root}.${group}`;
      const screens = members.map((entry) => screenNode(entry, say, id, buttonsOf(entry))).sort(bySort);
      return node({
        id,
        parentId: root,
        code: group,
        name: say(`kit:menu.${group}`),
        path: `/${root}/${group}`,
        source: screens[0]?.source ?? '',
        sort: menuGroups.indexOf(group),
        children: screens,
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

/** `/api/blade-system/role/` of `/api/blade-system/role/list`: calls about one thing share it. */
const resourceOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * The menu entry a right belongs to, of those the caller can open: the one it guards, else one about the same thing,
 * else the feature's first.
 */
function homeOf(entries: readonly Entry[], permission: string): Entry | undefined {
  const own = entries.filter(({ feature }) => permission.startsWith(`${feature.name}.`));
  const feature = own[0]?.feature;
  if (!feature) return undefined;
  const screens = own.map(({ screen }) => screen);
  const resources = new Set(
    Object.values(feature.endpoints)
      .filter(({ access }) => isPermission(access) && access.permission === permission)
      .map(({ path }) => resourceOf(path)),
  );
  const needed = (screen: Screen) => (screen.needs ? feature.endpoints[screen.needs] : undefined);
  const screen =
    screens.find((candidate) => screenPermission(feature, candidate)?.permission === permission) ??
    screens.find((candidate) => resources.has(resourceOf(needed(candidate)?.path ?? ''))) ??
    screens[0];
  return screen && { feature, screen };
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
  const held = heldRights(features, session);
  const entries = visibleEntries(features, session);
  const buttons = (entry: Entry) =>
    held
      .filter((permission) => homeOf(entries, permission)?.screen.path === entry.screen.path)
      .map((permission, index) =>
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
  const groups = Map.groupBy<MenuGroup | typeof restGroup, string>(
    heldRights(features, session),
    (permission) => homeOf(entries, permission)?.screen.menu.group ?? restGroup,
  );
  const ordered = [...menuGroups, restGroup].flatMap((group) => {
    const members = groups.get(group);
    return members ? [{ group, members }] : [];
  });
  return ordered.map(({ group, members }) => {
    const id = `${groupMark}${group}`;
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
      title: say(`kit:menu.${group}`),
      key: id,
      value: id,
      hasChildren: true,
      children: members.map(leaf),
    };
  });
}
