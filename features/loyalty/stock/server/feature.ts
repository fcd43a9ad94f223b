import { serveFeature } from '#kit/server/context.ts';
import stockFeature from '../feature.ts';
import { stockChecks } from './checks.ts';
import { classHandlers } from './class-handlers.ts';
import { documentHandlers } from './document-handlers.ts';
import { goodHandlers } from './good-handlers.ts';
import { levelHandlers } from './level-handlers.ts';
import { expireReservations } from './reserve-stock.ts';
import { storeHandlers } from './store-handlers.ts';

export default serveFeature(stockFeature, {
  handlers: { ...classHandlers, ...goodHandlers, ...storeHandlers, ...levelHandlers, ...documentHandlers },
  checks: stockChecks,
  jobs: [{ name: 'stock.expireReservations', cron: '* * * * *', run: expireReservations }],
});
