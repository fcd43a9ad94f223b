import './no-evaluation.ts';
import 'virtual:tokens.css';
import './base.css';
import { createRoot } from 'react-dom/client';
import { isAppConfigKnown, loadAppConfig } from '#kit/ui/app-config.ts';
import { startTexts } from '#kit/ui/i18n.ts';
import { installNavigation } from '#kit/ui/navigation.ts';
import { App } from './app.tsx';
import { browserHistory as history } from './browser-history.ts';
import { applyStoredScheme } from './colour-scheme.ts';
import { createPageController } from './page-controller.ts';
import { listenToParent } from './parent-messages.ts';
import { loadTexts } from './screens.ts';
import { isIos, scrollBackAfterTyping, thisPage } from './scroll-back.ts';
import { pagesStore } from './shown.ts';

installNavigation({
  go: (to, options) => (options?.replace ? history.replace(to) : history.push(to)),
  back: (fallback = '/home') => history.back(fallback),
});
window.history.scrollRestoration = 'manual';

applyStoredScheme();

// The boot mark of index.html stays until the first page can be drawn, so nothing flashes in between.
const stopWaiting = pagesStore.subscribe(() => {
  stopWaiting();
  createRoot(document.getElementById('root')!).render(<App />);
});
startTexts(loadTexts);
createPageController(history).start();
listenToParent();
if (isIos(navigator)) scrollBackAfterTyping(thisPage);
if (!isAppConfigKnown) void loadAppConfig();
