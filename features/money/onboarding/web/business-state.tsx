import { meaningOf } from '#kit/contract/meaning.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import {
  type BusinessState,
  businessState,
  type ProductState,
  productState,
  type SubmissionState,
  submissionState,
} from '../contract/shared.ts';

const ofBusiness = meaningOf(businessState());
const ofSubmission = meaningOf(submissionState());
const ofProduct = meaningOf(productState());

export const BusinessBadge = ({ state }: { state: BusinessState | SubmissionState }) => (
  <MeaningView meaning={state === 'recalled' ? ofSubmission : ofBusiness} row={{ state }} path="state" />
);

export const ProductBadge = ({ state }: { state: ProductState }) => (
  <MeaningView meaning={ofProduct} row={{ state }} path="state" />
);
