import { contentContract } from '../contract.ts';
import { ArticleScreen } from './article-screen.tsx';

export default function IntroducePage() {
  return (
    <ArticleScreen
      endpoint={contentContract.introductionDetail}
      kind="introduction"
      listPath="/functionalTutorial"
    />
  );
}
