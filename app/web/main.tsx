import './base.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from '#kit/ui/i18n.ts';
import { hasLeaveQuestion, installNavigation, mayLeave } from '#kit/ui/navigation.ts';
import { App } from './app.tsx';
import { loadAppConfig } from './app-config.ts';
import { applyStoredScheme } from './colour-scheme.ts';
import { createHistory } from './history.ts';
import { createPageController, shownStore } from './page-controller.ts';
import { listenToParent } from './parent-messages.ts';
import { loadTexts } from './screens.ts';

const history = createHistory(window, { needed: hasLeaveQuestion, allowed: mayLeave });
installNavigation({
  go: (to, options) => (options?.replace ? history.replace(to) : history.push(to)),
  back: () => history.back('/home'),
});
window.history.scrollRestoration = 'manual';

applyStoredScheme();

// The boot mark of index.html stays until the first page can be drawn, so nothing flashes in between.
const stopWaiting = shownStore.subscribe(() => {
  stopWaiting();
  createRoot(document.getElementById('root')!).render(<App history={history} />);
});
startTexts(loadTexts);
createPageController(history).start();
listenToParent();
void loadAppConfig();
