import styles from "./sample.module.css";
import { useMarketingWords } from "./words.ts";

/** Marks what is next to it as made up: a picture, a figure, a person. */
export function Sample({ className = "" }: { className?: string }) {
  const { sample } = useMarketingWords().marketing;
  return <span className={`${styles.sample} ${className}`}>{sample}</span>;
}
