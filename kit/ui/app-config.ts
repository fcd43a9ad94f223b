import { createStore } from './store.ts';

/** What the server tells every page before anyone has logged in. */
export interface AppConfig {
  demo: boolean;
  trustedParentOrigins: readonly string[];
  setupNeeded: boolean;
  version: string;
}

const unknownConfig: AppConfig = { demo: false, trustedParentOrigins: [], setupNeeded: false, version: '' };

/** The server writes it into the page (app/server/early-answer.ts); only the page of a development server has to ask. */
function configInPage(): AppConfig | undefined {
  const written = globalThis.document?.getElementById('app-config')?.textContent;
  return written ? (JSON.parse(written) as AppConfig) : undefined;
}

const known = configInPage();
export const appConfigStore = createStore<AppConfig>(known ?? unknownConfig);
export const isAppConfigKnown = known !== undefined;

/** Pages do not wait for it: a page that turns out wrong (no administrator yet) is left when it arrives. */
export async function loadAppConfig(): Promise<void> {
  try {
    const response = await fetch('/app-config.json', { cache: 'no-store' });
    if (response.ok) appConfigStore.set((await response.json()) as AppConfig);
  } catch {
    // Offline: the page itself will say so when its own calls fail.
  }
}
