import { serveFeature } from '#kit/server/context.ts';
import simcardsFeature from '../feature.ts';
import { assignCard, enterTraffic, renewCard } from './change-card.ts';
import { importCards } from './import-cards.ts';
import { listCardDevices, listCards, readCard } from './list-cards.ts';
import { listenToTraffic } from './listen-to-traffic.ts';
import { removeCards, saveCard } from './save-card.ts';

export default serveFeature(simcardsFeature, {
  start: listenToTraffic,
  handlers: {
    listCards,
    readCard,
    saveCard,
    importCards,
    assignCard,
    renewCard,
    enterTraffic,
    removeCards,
    listCardDevices,
  },
});
