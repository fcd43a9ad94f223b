import { serveFeature } from '#kit/server/context.ts';
import simcardsFeature from '../feature.ts';
import { assignCard, enterTraffic, renewCard } from './change-card.ts';
import { importCards } from './import-cards.ts';
import { listCardDevices, listCards, readCard } from './list-cards.ts';
import { removeCards, saveCard } from './save-card.ts';

export default serveFeature(simcardsFeature, {
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
