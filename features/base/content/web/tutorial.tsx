import { contentContract } from '../contract.ts';
import { ArticleScreen } from './article-screen.tsx';

export default function TutorialPage() {
  return (
    <ArticleScreen
      endpoint={contentContract.introductionDetail}
      kind="tutorial"
      listPath="/functionalTutorial"
    />
  );
}
