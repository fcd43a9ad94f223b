import { deviceStorage } from '#kit/ui/device-storage.ts';
import { createStore, useStore } from '#kit/ui/store.ts';
import { withTabLock } from '#kit/ui/tab-lock.ts';
import {
  createPlayerKeeper,
  type PlayerLogin,
  type PlayerSession,
  type PlayerUser,
  playerStorageKey,
} from './player-keeper.ts';

const renewPath = '/api/blade-player/player/renewToken';
const logoutPath = '/api/blade-player/player/logout';

const post = (path: string, token: string) =>
  fetch(path, { method: 'POST', headers: { 'blade-auth': `bearer ${token}` } });

async function requestRenewal(token: string): Promise<PlayerLogin | undefined> {
  const response = await post(renewPath, token);
  if (response.ok) return ((await response.json()) as { data: PlayerLogin }).data;
  if (response.status === 401 || response.status === 403) return undefined;
  throw new Error(`renewal: ${response.status}`);
}

/** The player's login, beside the staff's and apart from it: one browser may have both. */
export const playerStore = createStore<PlayerSession | undefined>(undefined);

const keeper = createPlayerKeeper({
  storage: deviceStorage,
  exclusively: (task) => withTabLock('player', task),
  requestRenewal,
  now: Date.now,
  onChange: (session) => playerStore.set(session),
});
playerStore.set(keeper.get());
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === playerStorageKey) keeper.reload();
});

export const usePlayer = (): PlayerUser | undefined => useStore(playerStore)?.player;
export const currentPlayer = (): PlayerUser | undefined => playerStore.get()?.player;
export const playerToken = () => keeper.token();
export const beginPlayer = (login: PlayerLogin) => keeper.begin(login);
/** The server no longer knows the login. */
export const forgetPlayer = () => keeper.clear();

/** Ends the player's logins on every phone. */
export async function logOutPlayer(): Promise<void> {
  const token = keeper.get()?.token;
  keeper.clear();
  // Where the server can not be reached the token ends by its own age.
  if (token) await post(logoutPath, token).catch(() => {});
}
