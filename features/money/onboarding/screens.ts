import { defineScreens } from '#kit/contract/screen.ts';
import type { onboardingContract } from './contract.ts';

export default defineScreens<typeof onboardingContract>('onboarding', ({ staff }) => [
  staff('/paymentChannel', 'channel', 'readProducts', () => import('./web/payment-channel.tsx'), {
    menu: { tabOf: '/authentication', icon: 'arrows-exchange', sort: 20 },
  }),
  staff('/incomeProduct', 'products', 'readProducts', () => import('./web/income-product.tsx'), {
    menu: { tabOf: '/authentication', icon: 'layout-grid', sort: 30 },
  }),
  staff('/authentication', 'authentication', 'readBusinessData', () => import('./web/authentication.tsx'), {
    menu: { root: 'my', area: 'support', icon: 'id', sort: 30, family: 'gettingPaid' },
  }),
  staff('/bind_bank', 'bindBank', 'listCards', () => import('./web/bind-bank.tsx'), {
    menu: { tabOf: '/authentication', icon: 'credit-card', sort: 10 },
  }),
  staff('/bind_bank_card_number', 'cardNumber', 'bindCard', () => import('./web/bind-card-number.tsx')),
  staff('/business_audit', 'audit', 'listSubmissions', () => import('./web/business-audit.tsx'), {
    menu: { tabOf: '/platform_review', icon: 'id', sort: 10 },
  }),
  staff(
    '/business_audit_detail',
    'auditDetail',
    'readSubmission',
    () => import('./web/business-audit-detail.tsx'),
  ),
]);
