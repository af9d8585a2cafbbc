import { printHistoriesOfFailures } from "./page-history.ts";

printHistoriesOfFailures();
