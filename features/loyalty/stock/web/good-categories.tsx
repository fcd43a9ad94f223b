import { ClassNames } from './class-names.tsx';

/** Categories of goods; one that is used stays. */
export default function GoodCategories() {
  return <ClassNames kind="category" />;
}
