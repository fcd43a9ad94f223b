import { defineScreens } from '#kit/contract/screen.ts';
import type { alertsContract } from './contract.ts';

export default defineScreens<typeof alertsContract>('alerts', [
  {
    path: '/alerts',
    title: 'list',
    audience: 'staff',
    depth: 2,
    needs: 'listAlerts',
    menu: { root: 'sy', area: 'machines', icon: 'bell-ringing', sort: 40 },
    load: () => import('./web/alert-list.tsx'),
  },
  {
    path: '/alert_rules',
    title: 'rules',
    audience: 'staff',
    depth: 3,
    needs: 'saveRule',
    menu: { tabOf: '/alerts', icon: 'adjustments', sort: 10 },
    load: () => import('./web/alert-rules.tsx'),
  },
  {
    path: '/alert_silences',
    title: 'silences',
    audience: 'staff',
    depth: 3,
    needs: 'listSilences',
    menu: { tabOf: '/alerts', icon: 'bell-off', sort: 5 },
    load: () => import('./web/silence-list.tsx'),
  },
]);
