import { client } from './client.ts';
import { expireSession, sessionStore, updateUser } from './session.ts';
import type { SessionUser } from './session-keeper.ts';
import { createStore, useStore } from './store.ts';

/** The wire's menu node; the roots have the codes sy, cpdt and my. */
export interface MenuNode {
  id: string;
  parentId: string;
  code: string;
  name: string;
  /** the title of the page, also where its entry goes by another name */
  alias: string;
  path: string;
  source: string;
  sort: number;
  category: number;
  children?: MenuNode[];
}

export interface MenuState {
  status: 'empty' | 'loading' | 'ready' | 'failed';
  roots: readonly MenuNode[];
}

const empty: MenuState = { status: 'empty', roots: [] };
export const menuStore = createStore<MenuState>(empty);
export const useMenu = () => useStore(menuStore);

let ownerId: string | undefined;

/** The server answered, and the answer was no: unlike a lost connection, asking again will not help. */
class Refusal extends Error {}
const retryMs = 3000;

async function getData<T>(path: string): Promise<T> {
  const response = await client.request(path, { method: 'GET' });
  if (!response.ok) throw new Refusal(String(response.status));
  const body = (await response.json()) as { data: T };
  return body.data;
}

export async function loadMenu(): Promise<void> {
  const userId = sessionStore.get().session?.user.id;
  if (!userId) return menuStore.set(empty);
  if (userId !== ownerId) menuStore.set(empty);
  ownerId = userId;
  menuStore.set({ ...menuStore.get(), status: menuStore.get().roots.length > 0 ? 'ready' : 'loading' });
  try {
    const roots = await getData<MenuNode[]>('/api/blade-system/menu/routesH5');
    if (ownerId === userId) menuStore.set({ status: 'ready', roots });
  } catch (error) {
    if (ownerId !== userId || menuStore.get().roots.length > 0) return;
    // A page that is being left, or a network that is away for a moment, must not end anybody's login.
    if (error instanceof Refusal) menuStore.set({ ...empty, status: 'failed' });
    else setTimeout(() => void loadMenu(), retryMs);
  }
}

/** Only when there is none yet: a page change must not cost a call. */
export async function ensureMenu(): Promise<void> {
  const { status } = menuStore.get();
  const sameUser = sessionStore.get().session?.user.id === ownerId;
  if (!sameUser || status === 'empty') await loadMenu();
}

/** The landing page is nothing without its menu; the specification asks for a new login there. */
export const giveUpWithoutMenu = () => expireSession();

/** After `session.changed`: rights, role or name are different now, on the server already and here next. */
export async function refreshSessionInfo(): Promise<void> {
  const [info] = await Promise.all([getData<SessionUser>('/api/blade-user/info'), loadMenu()]);
  const { id, account, name, avatar, userType, tenantId, tenantName, realm, roleName, permissions } = info;
  const administrator = info.administrator || undefined;
  updateUser({
    id,
    account,
    name,
    avatar,
    userType,
    tenantId,
    tenantName,
    realm,
    roleName,
    administrator,
    permissions,
  });
}
