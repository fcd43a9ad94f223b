import { type Platform, platformScripts } from '#kit/contract/screen.ts';
import { tabStorage } from '#kit/ui/device-storage.ts';

/** In which app a page is open that can tell who the player is. WeChat's sibling for offices knows other people. */
export function appOf(agent: string): Platform | undefined {
  if (/wxwork/i.test(agent)) return undefined;
  return (Object.keys(platformScripts) as Platform[]).find((name) =>
    agent.includes(platformScripts[name].agent),
  );
}

/** The page on the way to a platform's question and back, and on to what was wanted. */
export const askPath = '/middleStation';
export const askAddress = (wanted: string) => `${askPath}?to=${encodeURIComponent(wanted)}`;

/** Where a player logs in whom no app knows. */
export const phoneLoginPath = '/program/login';
export const phoneLoginAddress = (wanted: string) => `${phoneLoginPath}?to=${encodeURIComponent(wanted)}`;

const withoutKey = 'coinyard.withoutLogin';

/** A player who does not want to say who they are is asked once in a tab. */
export const goOnWithout = () => tabStorage.setItem(withoutKey, '1');
export const goesWithout = () => tabStorage.getItem(withoutKey) === '1';
