<?php
// What MediaWiki's own search finds, in titles and in texts, of questions by JSON. Runs in the wiki's folder.
require_once getcwd() . '/maintenance/Maintenance.php';

class BenchSearch extends Maintenance {
    public function execute() {
        $answers = [];
        foreach (json_decode(file_get_contents('php://stdin')) as $question) {
            $found = [];
            foreach (['searchTitle', 'searchText'] as $way) {
                $engine = MediaWiki\MediaWikiServices::getInstance()->newSearchEngine();
                $engine->setLimitOffset(5000);
                $engine->setNamespaces([0]);
                $status = $engine->$way($question);
                $results = $status instanceof Status ? $status->getValue() : $status;
                foreach ($results ? $results->extractTitles() : [] as $title) {
                    $found[$title->getText()] = true;
                }
            }
            $answers[] = array_map('strval', array_keys($found));
        }
        $this->output("\n" . json_encode($answers) . "\n");
    }
}

$maintClass = BenchSearch::class;
require_once RUN_MAINTENANCE_IF_MAIN;
