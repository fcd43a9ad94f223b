import { packagesContract } from '#features/selling/packages/contract.ts';
import { discountUses } from '#features/selling/packages/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { marketingFeature } from '../feature.ts';
import { marketingHandlers } from './marketing-handlers.ts';
import { type MarketingTool, registerTool } from './tools.ts';

/** Discounts stand below and know nothing of marketing: so they are told of here. */
const discountTool: MarketingTool = {
  key: 'discounts',
  name: 'packages:screen.discounts',
  path: '/price_discounts',
  icon: 'discount',
  right: packagesContract.listDiscounts.access,
  uses: discountUses,
};

export default serveFeature(marketingFeature, {
  handlers: marketingHandlers,
  async start(services) {
    registerTool(services, discountTool);
  },
});
