import { defineScreens } from '#kit/contract/screen.ts';
import type { reportsContract } from './contract.ts';

export default defineScreens<typeof reportsContract>('reports', [
  {
    path: '/business_statistics',
    title: 'statistics',
    audience: 'staff',
    depth: 2,
    needs: 'readSummary',
    aliases: ['/new_business_statistics'],
    menu: { root: 'sy', area: 'orders', icon: 'chart-bar', sort: 25 },
    keeps: ['from', 'to', 'fieldId', 'equipmentId', 'type', 'against'],
    load: () => import('./web/business-statistics.tsx'),
  },
  {
    path: '/chart_total',
    title: 'charts',
    audience: 'staff',
    depth: 2,
    needs: 'readTrend',
    aliases: ['/new_chart_total'],
    menu: { tabOf: '/business_statistics', icon: 'chart-pie', sort: 10 },
    keeps: ['from', 'to', 'fieldId', 'equipmentId', 'type', 'against'],
    load: () => import('./web/charts.tsx'),
  },
  {
    path: '/site_revenue_statistics',
    title: 'revenue',
    audience: 'staff',
    depth: 2,
    needs: 'listRevenue',
    menu: { tabOf: '/business_statistics', icon: 'building-store', sort: 20 },
    keeps: ['from', 'to', 'fieldId'],
    load: () => import('./web/site-revenue.tsx'),
  },
  {
    path: '/income_orders',
    title: 'entries',
    audience: 'staff',
    depth: 3,
    needs: 'listEntries',
    load: () => import('./web/income-orders.tsx'),
  },
]);
