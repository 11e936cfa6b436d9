import { Component, type ReactNode, Suspense } from "react";
import { Button } from "../parts/button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Skeleton } from "../parts/skeleton.tsx";
import type { View } from "../routes.tsx";
import { WORDS } from "../words.ts";
import style from "./frame.module.css";
import { isMissingFile } from "./missing-file.tsx";

/** One view, loaded when it is first shown. */
export function Shown({ view: { path, Content } }: { view: View }) {
  return (
    <Guarded key={path}>
      <Suspense
        fallback={
          <div className={style.alone}>
            <Skeleton />
          </div>
        }
      >
        <Content />
      </Suspense>
    </Guarded>
  );
}

type Failure = { title: string; text: string };

/** Says what to do where a view broke, and leaves the rest of the page as it is. */
class Guarded extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(cause: unknown): { failure: Failure } {
    if (isMissingFile(cause)) return { failure: { title: WORDS.upgradedTitle, text: WORDS.upgradedText } };
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { failure: { title: WORDS.brokenTitle, text: detail } };
  }

  override render(): ReactNode {
    const failure: Failure | null = this.state.failure;
    if (failure === null) return this.props.children;
    return (
      <div className={style.alone} role="alert">
        <Empty
          title={(failure as Failure).title}
          action={<Button onPress={() => location.reload()}>{WORDS.reload}</Button>}
        >
          {(failure as Failure).text}
        </Empty>
      </div>
    );
  }
}
