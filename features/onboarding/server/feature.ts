import { serveFeature } from '#kit/server/context.ts';
import { onboardingFeature } from '../feature.ts';
import {
  countSubmissions,
  decideSubmission,
  listSubmissions,
  readSubmission,
  releaseSubmission,
  takeSubmission,
} from './audit-submissions.ts';
import { bindCard, chooseDefaultCard, listCards, unbindCards } from './cards.ts';
import { listBankAreas, listBanks, listBranches, readCardBank } from './list-banks.ts';
import { uploadPhoto, viewPhoto } from './photos.ts';
import { readProducts, switchChannel } from './products.ts';
import { readAudit, readBusinessData, revealNumber } from './read-business-data.ts';
import { recallBusinessData, saveBusinessData } from './save-business-data.ts';

export default serveFeature(onboardingFeature, {
  handlers: {
    readBusinessData,
    saveBusinessData,
    recallBusinessData,
    uploadPhoto,
    viewPhoto,
    revealNumber,
    readAudit,
    readProducts,
    switchChannel,
    listCards,
    bindCard,
    chooseDefaultCard,
    unbindCards,
    listBanks,
    listBankAreas,
    listBranches,
    readCardBank,
    listSubmissions,
    countSubmissions,
    readSubmission,
    takeSubmission,
    releaseSubmission,
    decideSubmission,
  },
});
