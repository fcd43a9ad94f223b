import { onDeviceFacts } from '#features/machines/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { alertsFeature } from '../feature.ts';
import { alertHandlers } from './alert-handlers.ts';
import { deviceListener } from './hear-devices.ts';
import { ruleHandlers } from './rule-handlers.ts';
import { silenceHandlers } from './silence-handlers.ts';
import { watchDevices } from './watch-devices.ts';
import { watchFigures } from './watch-figures.ts';
import { watchGoods } from './watch-goods.ts';

const everyMinute = '* * * * *';

export default serveFeature(alertsFeature, {
  handlers: { ...alertHandlers, ...ruleHandlers, ...silenceHandlers },
  jobs: [
    { name: 'alerts.watchDevices', cron: everyMinute, run: (services) => watchDevices(services) },
    { name: 'alerts.watchFigures', cron: everyMinute, run: (services) => watchFigures(services) },
    { name: 'alerts.watchGoods', cron: everyMinute, run: watchGoods },
  ],
  async start(services) {
    onDeviceFacts(services, deviceListener(services));
  },
});
