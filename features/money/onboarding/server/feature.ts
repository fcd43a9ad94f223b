import { serveFeature } from '#kit/server/context.ts';
import { onboardingFeature } from '../feature.ts';
import { bankHandlers } from './bank-handlers.ts';
import { businessHandlers } from './business-handlers.ts';
import { cardHandlers } from './card-handlers.ts';
import { photoHandlers } from './photo-handlers.ts';
import { productHandlers } from './product-handlers.ts';
import { handInSamplePapers } from './sample-papers-handlers.ts';
import { submissionHandlers } from './submission-handlers.ts';

export default serveFeature(onboardingFeature, {
  handlers: {
    ...businessHandlers,
    ...photoHandlers,
    ...productHandlers,
    ...cardHandlers,
    ...bankHandlers,
    ...submissionHandlers,
    handInSamplePapers,
  },
});
