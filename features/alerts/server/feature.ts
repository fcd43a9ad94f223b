import { onDeviceFacts } from '#features/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { alertsFeature } from '../feature.ts';
import { listRules, resetRule, saveRule } from './edit-rules.ts';
import { acknowledgeAlerts, mendAlerts } from './handle-alerts.ts';
import { deviceListener } from './hear-devices.ts';
import { alertSummary, listAlerts } from './list-alerts.ts';
import { watchDevices } from './watch-devices.ts';
import { watchGoods } from './watch-goods.ts';

const everyMinute = '* * * * *';

export default serveFeature(alertsFeature, {
  handlers: {
    listAlerts,
    alertSummary,
    acknowledgeAlerts,
    mendAlerts,
    listRules,
    saveRule,
    resetRule,
  },
  jobs: [
    { name: 'alerts.watchDevices', cron: everyMinute, run: watchDevices },
    { name: 'alerts.watchGoods', cron: everyMinute, run: watchGoods },
  ],
  async start(services) {
    onDeviceFacts(services, deviceListener(services));
  },
});
