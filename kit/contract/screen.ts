import type { ComponentType } from 'react';
import type { Contract } from './endpoint.ts';
import { secondAddressOf } from './second-address.ts';

/** staff: back office; player: public pages opened by players; anyone: before login. */
export type Audience = 'anyone' | 'staff' | 'player';

export type MenuRoot = 'sy' | 'cpdt' | 'my';

/** The areas of the back office in the order in which people meet them, each with its icon; translation `kit:menu.<area>`. */
export const areaIcons = {
  machines: 'device',
  goods: 'gift',
  orders: 'report-money',
  members: 'users-group',
  store: 'building-store',
  people: 'users',
  support: 'settings',
} as const;
export type MenuArea = keyof typeof areaIcons;
export const menuAreas = Object.keys(areaIcons) as MenuArea[];

/** An entry of the menu; other screens may stand beside it as its tabs. */
export interface MenuPlace {
  root: MenuRoot;
  area: MenuArea;
  /** name of an icon in kit/ui/icons */
  icon: string;
  sort: number;
  /** where the entry is called otherwise than its first tab: translation `kit:family.<family>` */
  family?: string;
}

/** A screen beside an entry of the menu: both show the same tabs. Who may not open the entry finds the first tab in its place. */
export interface MenuTab {
  tabOf: `/${string}`;
  icon: string;
  sort: number;
}

export const isTab = (menu: MenuPlace | MenuTab): menu is MenuTab => 'tabOf' in menu;

/** Scripts that only a platform's own browser is given, on the pages that name them: who else asks for them gets none. */
export const platformScripts = {
  wechat: { agent: 'MicroMessenger', origin: 'https://res.wx.qq.com' },
  alipay: { agent: 'AlipayClient', origin: 'https://gw.alipayobjects.com' },
} as const;
export type Platform = keyof typeof platformScripts;

export interface Screen {
  path: `/${string}`;
  /** translation `<feature>:screen.<title>`, also the document title */
  title: string;
  audience: Audience;
  /** the slide direction of a navigation comes from comparing these */
  depth: number;
  /** name of the endpoint in the feature's contract without which the screen makes no sense: its permission guards the screen */
  needs?: string;
  menu?: MenuPlace | MenuTab;
  /** parts of the address that go along to a tab beside it which keeps them too, as the chosen wallet does */
  keeps?: readonly string[];
  /** other addresses of the same screen; its children stand under them too */
  aliases?: readonly `/${string}`[];
  /** stays as it is, with scroll, filters and rows, while somebody looks at something deeper and comes back */
  keepAlive?: boolean;
  /** a player's page that is better with its player known: inside WeChat or Alipay these are asked before it opens */
  asksWho?: boolean;
  /** its address leads nowhere outside a demo */
  onlyDemo?: boolean;
  /** whose functions it uses when it is opened inside that platform's app; the policy for scripts lets them in there */
  platforms?: readonly Platform[];
  /** screens inside this one: it draws an `<Outlet />` where they belong; their paths begin with its own */
  children?: readonly Screen[];
  load: () => Promise<{ default: ComponentType }>;
}

export interface ScreenModule {
  feature: string;
  screens: readonly Screen[];
}

type ScreenOf<C extends Contract> = Omit<Screen, 'needs' | 'children'> & {
  needs?: keyof C & string;
  children?: readonly ScreenOf<C>[];
};

type More<C extends Contract> = Partial<Omit<ScreenOf<C>, 'path' | 'title' | 'audience' | 'needs' | 'load'>>;

/**
 * A screen in one line: its address, its title, the call it needs (null: none), its page. Without `depth` it is at 2, where
 * the menu leads and players come in; other screens of staff are opened from those, at 3.
 */
const screenFor =
  <C extends Contract>(audience: Audience) =>
  (
    path: Screen['path'],
    title: string,
    needs: (keyof C & string) | null,
    load: Screen['load'],
    more: More<C> = {},
  ): ScreenOf<C> => ({
    path,
    title,
    audience,
    depth: audience === 'staff' && !more.menu ? 3 : 2,
    ...(needs && { needs }),
    ...more,
    load,
  });

const screensFor = <C extends Contract>() => ({
  staff: screenFor<C>('staff'),
  player: screenFor<C>('player'),
  anyone: screenFor<C>('anyone'),
});

function withSecondAddress<S extends Pick<Screen, 'path' | 'aliases'>>(screen: S): S {
  const second = secondAddressOf(screen.path);
  return second ? { ...screen, aliases: [...(screen.aliases ?? []), second] } : screen;
}

/**
 * Kept apart from the contract so that the web's first load carries paths and titles but no schemas:
 * `defineScreens<typeof contract>('sites', ({ staff }) => […])` with a type-only import of the contract.
 */
export function defineScreens<C extends Contract>(
  feature: string,
  screens: readonly ScreenOf<C>[] | ((make: ReturnType<typeof screensFor<C>>) => readonly ScreenOf<C>[]),
): ScreenModule {
  const list = typeof screens === 'function' ? screens(screensFor<C>()) : screens;
  return { feature, screens: list.map(withSecondAddress) };
}
