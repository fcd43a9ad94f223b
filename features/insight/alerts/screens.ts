import { defineScreens } from '#kit/contract/screen.ts';
import type { alertsContract } from './contract.ts';

export default defineScreens<typeof alertsContract>('alerts', ({ staff }) => [
  staff('/alerts', 'list', 'listAlerts', () => import('./web/alert-list.tsx'), {
    menu: { root: 'sy', area: 'machines', icon: 'bell-ringing', sort: 40 },
  }),
  staff('/alert_rules', 'rules', 'saveRule', () => import('./web/alert-rules.tsx'), {
    depth: 3,
    menu: { tabOf: '/alerts', icon: 'adjustments', sort: 10 },
  }),
  staff('/alert_silences', 'silences', 'listSilences', () => import('./web/silence-list.tsx'), {
    depth: 3,
    menu: { tabOf: '/alerts', icon: 'bell-off', sort: 5 },
  }),
]);
