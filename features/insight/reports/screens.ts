import { defineScreens } from '#kit/contract/screen.ts';
import type { reportsContract } from './contract.ts';

export default defineScreens<typeof reportsContract>('reports', ({ staff, anyone }) => [
  staff('/business_statistics', 'statistics', 'readSummary', () => import('./web/business-statistics.tsx'), {
    aliases: ['/new_business_statistics'],
    menu: { root: 'sy', area: 'orders', icon: 'chart-bar', sort: 25 },
    keeps: ['from', 'to', 'fieldId', 'equipmentId', 'type', 'against'],
  }),
  staff('/chart_total', 'charts', 'readTrend', () => import('./web/charts.tsx'), {
    aliases: ['/new_chart_total'],
    menu: { tabOf: '/business_statistics', icon: 'chart-pie', sort: 10 },
    keeps: ['from', 'to', 'fieldId', 'equipmentId', 'type', 'against'],
  }),
  staff('/site_revenue_statistics', 'revenue', 'listRevenue', () => import('./web/site-revenue.tsx'), {
    menu: { tabOf: '/business_statistics', icon: 'building-store', sort: 20 },
    keeps: ['from', 'to', 'fieldId'],
  }),
  staff('/statement_links', 'links', 'listStatementLinks', () => import('./web/statement-links.tsx'), {
    menu: { tabOf: '/business_statistics', icon: 'link', sort: 22 },
    keeps: ['fieldId'],
  }),
  anyone('/site_statement', 'statement', 'readStatement', () => import('./web/site-statement.tsx'), {
    depth: 1,
  }),
  staff('/income_orders', 'entries', 'listEntries', () => import('./web/income-orders.tsx')),
  staff('/figure_records', 'records', 'listRecords', () => import('./web/figure-records.tsx')),
]);
